// SPDX-License-Identifier: MIT
/*
 * check.h: assertions of the pure ring. They state facts about our own code, stay on in release
 * builds, and no byte from outside may reach one.
 */
#ifndef HC_CORE_CHECK_H
#define HC_CORE_CHECK_H

#define HC_CHECK(fact) ((fact) ? (void)0 : __builtin_trap())

#endif
