/** The header that carries a trace from a command to its calls, named as in Temporal's own interceptors. */
export const TRACE_HEADER = '_tracer-data';
