# SPDX-License-Identifier: MIT
#
# Dockerfile: the server in a container. docs/telegram.md and docs/operating.md say how to run it.
#
#   docker build -t holecard .
#   docker run -p 7777:7777 -v holecard:/data holecard
#   docker run -e BOT_TOKEN -v holecard:/data holecard --telegram
#
# What stands after the name of the image is added to the arguments. `make test-fresh` proves the
# steps without Docker: tools/fresh.py reads them from here, and knows the instructions that are used.

FROM debian:12-slim AS build
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates make
WORKDIR /source
COPY . .
RUN tools/setup.sh build
RUN cmake --preset release --log-level=WARNING && cmake --build --preset release --target holecard
RUN strip -o /holecard build/release/holecard
# The packages of the libraries that it was linked with, so that nobody has to list them again.
RUN ldd /holecard | awk '$2 == "=>" { sub(".*/", "", $3); print "*/" $3 }' | xargs dpkg -S | cut -d : -f 1 | sort -u >/packages

FROM debian:12-slim
COPY --from=build /packages /packages
# libcurl4, which calls Telegram, librsvg2-2, which draws pictures for chats, and libpq5, which talks
# to PostgreSQL, are loaded only when they are wanted.
RUN apt-get update && \
    apt-get install -y --no-install-recommends ca-certificates libcurl4 libpq5 librsvg2-2 $(cat /packages) && \
    apt-get clean && rm -rf /var/lib/apt/lists/* /packages
RUN useradd --system --uid 7777 --home-dir /data --shell /usr/sbin/nologin holecard && \
    install -d -o holecard -g holecard -m 700 /data
COPY --from=build /holecard /usr/local/bin/holecard
USER holecard
WORKDIR /data
VOLUME /data
EXPOSE 7777
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/7777 && printf 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n' >&3 && head -n 1 <&3 | grep -q ' 200 '"]
ENTRYPOINT ["holecard", "serve", "--listen", "0.0.0.0:7777", "--store", "/data/holecard.db"]
