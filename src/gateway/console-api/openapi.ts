/** The API's own description, made from the same schemas that check it. */
import swagger from '@fastify/swagger';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { packageVersion } from '../../package-version';
import { SESSION_COOKIE } from './guard';
import type { ApiApp } from './route-schemas';

/** Before the routes: it takes note of each as it is mounted. */
export async function describeApi(app: ApiApp): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: "locrelease: the operators' console",
        description: 'What the console does, for programs. Errors are {error, message}.',
        version: packageVersion(),
      },
      components: {
        securitySchemes: {
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: SESSION_COOKIE,
            description: 'Set by POST /api/session.',
          },
          csrf: {
            type: 'apiKey',
            in: 'header',
            name: 'x-csrf-token',
            description: "The session's csrfToken. Required for everything that is not a GET.",
          },
        },
      },
    },
    transform: (route) => {
      const described = jsonSchemaTransform(route);
      const { role = 'operate' } = route.route.config ?? {};
      const keys = route.route.method === 'GET' ? { session: [] } : { session: [], csrf: [] };
      const guarded =
        role === 'anyone' ? { security: [] } : { security: [keys], description: `Needs the role ${role}.` };
      return { ...described, schema: { ...described.schema, ...guarded } };
    },
    transformObject: jsonSchemaTransformObject,
  });
}

export function mountDescription(app: ApiApp): void {
  app.get('/api/openapi.json', { config: { role: 'anyone' }, schema: { hide: true } }, () => app.swagger());
}
