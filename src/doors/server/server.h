// SPDX-License-Identifier: MIT
/* server.h: the door for the network. */
#ifndef HC_DOORS_SERVER_SERVER_H
#define HC_DOORS_SERVER_SERVER_H

/* `holecard serve`: argv[0] is "serve"; returns the exit status. */
int server_serve(int argc, char **argv);

#endif
