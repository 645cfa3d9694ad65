#!/bin/sh
# Creates Temporal's databases, or brings them to the schema that this version of the tool holds. May run again.
# SQL_PLUGIN, SQL_HOST, SQL_PORT, SQL_USER and SQL_PASSWORD say where.
set -eu

prepare() {
  temporal-sql-tool --db "$1" create
  temporal-sql-tool --db "$1" setup-schema --version 0.0
  temporal-sql-tool --db "$1" update-schema --schema-name "$2"
}

prepare temporal postgresql/v12/temporal
prepare temporal_visibility postgresql/v12/visibility
