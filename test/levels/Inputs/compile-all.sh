#!/bin/sh
# compile-all.sh TQC ARCH FOLDER OUT [ptxas]: every .tq of FOLDER to OUT/*.ptx,
# and with `ptxas` through that too. Names what fails and goes on.
status=0
for file in "$3"/*.tq; do
  out=$4/$(basename "$file" .tq).ptx
  "$1" "$file" --arch="$2" -o "$out" || { echo "does not compile: $file"; status=1; }
  [ -z "$5" ] || ptxas -arch="$2" "$out" -o "$out.cubin" || status=1
done
exit $status
