/*
** witness_puc_impl.h — what the layouts of all PUC Luas share against the real structures.
** Owns: the offsets and sizes of that. Must not know: how values and strings are laid out.
** Invariant: included once, behind the interpreter's own headers and the layout's.
** SPDX-License-Identifier: MIT
*/

WITNESS_FIELD(VmTable, next, Table, next);
WITNESS_FIELD(VmTable, tt, Table, tt);
WITNESS_FIELD(VmTable, marked, Table, marked);
WITNESS_FIELD(VmTable, flags, Table, flags);
WITNESS_FIELD(VmTable, lsizenode, Table, lsizenode);
WITNESS_FIELD(VmTable, metatable, Table, metatable);
WITNESS_FIELD(VmTable, array, Table, array);
WITNESS_FIELD(VmTable, node, Table, node);
WITNESS(sizeof(VmTable) == sizeof(Table));

WITNESS(sizeof(VmNode) == sizeof(Node));
WITNESS_FIELD(VmPayload, p, Value, gc);
WITNESS_FIELD(VmPayload, n, Value, n);
#ifdef VM_TAG_INT
WITNESS_FIELD(VmPayload, i, Value, i);
#endif

#include "witness_account_impl.h"
