#!/bin/sh
# Waits for the Temporal service and creates the namespace where it is missing. May run again.
# TEMPORAL_ADDRESS and TEMPORAL_NAMESPACE say which.
set -eu

# Ended releases are known for this long: to `status` and `files`, and to a second start of the same file.
retention=90d

# Two minutes at most, with what went wrong at the end.
eventually() {
  attempts=60
  until answer=$("$@" 2>&1); do
    attempts=$((attempts - 1))
    if [ "$attempts" -eq 0 ]; then
      echo "$answer" >&2
      exit 1
    fi
    sleep 2
  done
}

eventually temporal operator cluster health
temporal operator namespace describe --namespace "$TEMPORAL_NAMESPACE" >/dev/null 2>&1 ||
  temporal operator namespace create --namespace "$TEMPORAL_NAMESPACE" --retention "$retention"
# The server takes some seconds to serve a new namespace, and a worker that comes earlier is turned away.
eventually temporal workflow count
echo "Namespace $TEMPORAL_NAMESPACE is ready at $TEMPORAL_ADDRESS."
