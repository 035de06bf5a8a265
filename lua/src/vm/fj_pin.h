/*
** fj_pin.h - keeps the shared object mapped until the process ends.
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_PIN_H
#define FJ_PIN_H

/* Called when a state first opens the module; does no harm when called again. */
void fj_pin(void);

#endif
