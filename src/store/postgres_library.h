// SPDX-License-Identifier: MIT
/* postgres_library.h: libpq, which is loaded when a database of PostgreSQL is first opened. */
#ifndef HC_STORE_POSTGRES_LIBRARY_H
#define HC_STORE_POSTGRES_LIBRARY_H

#include <libpq-fe.h>

#include "files/library.h"

#define POSTGRES_FUNCTIONS(X)                                                                      \
    X(PQcancel)                                                                                    \
    X(PQclear)                                                                                     \
    X(PQcmdStatus)                                                                                 \
    X(PQconnectdbParams)                                                                           \
    X(PQconninfoFree)                                                                              \
    X(PQconninfoParse)                                                                             \
    X(PQenterPipelineMode)                                                                         \
    X(PQerrorMessage)                                                                              \
    X(PQexec)                                                                                      \
    X(PQexecParams)                                                                                \
    X(PQexitPipelineMode)                                                                          \
    X(PQfinish)                                                                                    \
    X(PQfreeCancel)                                                                                \
    X(PQgetCancel)                                                                                 \
    X(PQgetResult)                                                                                 \
    X(PQgetisnull)                                                                                 \
    X(PQgetlength)                                                                                 \
    X(PQgetvalue)                                                                                  \
    X(PQntuples)                                                                                   \
    X(PQpipelineStatus)                                                                            \
    X(PQpipelineSync)                                                                              \
    X(PQprepare)                                                                                   \
    X(PQresultErrorField)                                                                          \
    X(PQresultStatus)                                                                              \
    X(PQsendQueryParams)                                                                           \
    X(PQsendQueryPrepared)                                                                         \
    X(PQsetNoticeReceiver)                                                                         \
    X(PQstatus)

struct postgres_functions {
    POSTGRES_FUNCTIONS(LIBRARY_MEMBER)
};
extern struct postgres_functions libpq;

/* Any thread may call it, before anything else of the library. */
bool postgres_library_load(void);

#endif
