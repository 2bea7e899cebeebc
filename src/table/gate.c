// SPDX-License-Identifier: MIT
/* gate.c: a table shared by several threads. Entering is an acquire, leaving a release, so whoever
 * enters next sees everything that was done inside. */
#include "holecard.h"

void hc_gate_enter(struct hc_gate *gate)
{
    while (atomic_flag_test_and_set_explicit(&gate->busy, memory_order_acquire)) {
#if defined(__x86_64__) || defined(__i386__)
        __builtin_ia32_pause();
#endif
    }
}

void hc_gate_leave(struct hc_gate *gate)
{
    atomic_flag_clear_explicit(&gate->busy, memory_order_release);
}
