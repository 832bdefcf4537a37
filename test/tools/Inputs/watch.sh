#!/bin/sh
# The keys of someone who writes level 1 while `tq-run watch 1` looks on: waits for
# the first check, saves the solution, waits until it passed, then h, t, l, c, r, n and q.
#     sh watch.sh LEVELS | tq-run watch 1       in a quest folder
await() {
  for _ in $(seq 600); do
    grep -q "$1" quest.json && return
    sleep 0.1
  done
}
await '"checks": 1'
grep -v '>>> solution\|<<< solution' "$1/level1.tq" >level1.tq
await '"passed": true'
printf 'htlcrnq'
