/*
** fj_version.h - the version, the same as in the file VERSION (`make lint` compares them).
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_VERSION_H
#define FJ_VERSION_H

#define FJ_VERSION "1.0.0-dev"

#endif
