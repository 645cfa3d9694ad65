import { serviceErrorText } from '../../../src/operations/failure';
import { ServiceError, type ServiceErrorDetails } from '../../../src/http/service-error';

describe('service error text', () => {
  const textOf = (details: Partial<ServiceErrorDetails>): string =>
    serviceErrorText(
      new ServiceError('It says no', {
        service: 'localization',
        endpoint: 'GET /tasks/status',
        kind: 'refused',
        effect: 'none',
        ...details,
      }),
    );

  const DOCTOR = 'It says no. Run "locrelease doctor" to check addresses, credentials and the clock.';
  const CHECK_ID =
    'It says no. Check the id and the project: a task is seen only with the credentials that created it.';

  describe('what to do about a refusal', () => {
    it.each([
      [403, 'GET /tasks/status'],
      [404, 'GET /tasks/publish-status'],
      [404, 'GET /tasks/terms'],
    ])('%d of %s is a matter of the id', (code, endpoint) => {
      expect(textOf({ code, endpoint })).toBe(CHECK_ID);
      expect(textOf({ httpStatus: code, endpoint })).toBe(CHECK_ID);
    });

    it.each([
      [404, 'GET /languages'],
      [404, 'GET /export-templates'],
      [403, 'POST /tasks/create'],
      [401, 'GET /tasks/status'],
    ])('%d of %s is a matter of the set-up', (code, endpoint) => {
      expect(textOf({ code, endpoint })).toBe(DOCTOR);
    });

    it.each([
      ['GET /export-templates/get', 'service templates list'],
      ['POST /export-templates/delete', 'service templates list'],
      ['POST /export-templates/update', 'service templates list'],
      ['POST /terms/delete', 'termbase list'],
    ])('404 of %s is a matter of the id, and "%s" shows them', (endpoint, command) => {
      expect(textOf({ code: 404, endpoint })).toBe(
        `It says no. Check the id: "locrelease ${command}" shows what there is.`,
      );
      expect(textOf({ code: 403, endpoint })).toBe(DOCTOR);
    });

    it('is a matter of the set-up where the social service does not know the credential', () => {
      const refused = {
        service: 'social',
        code: 'unauthenticated',
        httpStatus: 401,
        endpoint: 'GET /posts',
      } as const;
      expect(textOf(refused)).toBe(DOCTOR);
    });

    it('is a matter of the set-up where nobody answers', () => {
      expect(textOf({ kind: 'unreachable' })).toBe(DOCTOR);
      expect(textOf({ kind: 'unreachable', service: 'social', endpoint: 'GET /accounts' })).toBe(DOCTOR);
    });

    it.each([
      ['forbidden', 403, 'GET /accounts', 'Give the credential the scope or action'],
      ['workspace_not_found', 403, 'GET /workspace', 'Ask an active member of the workspace'],
      ['not_found', 404, 'GET /posts/{postId}', 'Check that the post and its accounts exist'],
    ])('of the social service is what its table says: %s', (code, httpStatus, endpoint, advice) => {
      expect(textOf({ service: 'social', code, httpStatus, endpoint })).toContain(`It says no. ${advice}`);
    });

    it.each(['invalid_input', 'rate_limited', 'internal'])('says nothing of a release for %s', (code) => {
      expect(textOf({ service: 'social', code, endpoint: 'GET /posts' })).toBe('It says no.');
    });

    it('ends with the trace id, where there is one', () => {
      expect(textOf({ code: 500, traceId: 'trace_1' })).toBe('It says no. Trace id: trace_1.');
      expect(textOf({ code: 403, traceId: 'trace_1' })).toBe(`${CHECK_ID} Trace id: trace_1.`);
    });
  });
});
