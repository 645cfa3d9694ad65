/** A server that does nothing but answer, in a process of its own: what remains is the client's own cost. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const reply = JSON.stringify({
  success: true,
  code: 0,
  msg: 'ok',
  trace_id: 'trace-1',
  data: {
    job_id: 'publish_open_1',
    task_id: 'task-1',
    status: 'running',
    is_completed: false,
    is_failed: false,
    error: null,
    accepted_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
  },
});

const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    response.setHeader('content-type', 'application/json');
    response.end(reply);
  });
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit(0));
