/** In which header a trace travels from a command through a release to its calls, named as Temporal's own interceptors do. */
export const TRACE_HEADER = '_tracer-data';
