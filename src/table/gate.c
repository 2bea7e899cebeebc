// SPDX-License-Identifier: MIT
/* gate.c: a table shared by several threads. Entering is an acquire, leaving a release, so whoever
 * enters next sees everything that was done inside. */
#include "holecard.h"

void hc_gate_enter(struct hc_gate *gate)
{
    while (__atomic_test_and_set(&gate->busy, __ATOMIC_ACQUIRE)) {
#if defined(__x86_64__) || defined(__i386__)
        __builtin_ia32_pause();
#endif
    }
}

void hc_gate_leave(struct hc_gate *gate)
{
    __atomic_clear(&gate->busy, __ATOMIC_RELEASE);
}
