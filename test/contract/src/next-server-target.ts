import { randomUUID } from 'node:crypto'
import type { FrameworkAuthConfigInput } from '@latchstring/next'
import { onTestFinished, vi } from 'vitest'
import { APP_HEADER, type Registered, registeredApps } from './next-registry.ts'
import type { NextServer } from './next-server.ts'
import { overHttp } from './over-http.ts'
import { enter } from './process-environment.ts'
import type { Target } from './target.ts'

/** The package for Next.js in an application that a production server of Next.js runs. */
export function nextServerTarget(server: () => NextServer): Target {
  return {
    name: 'next',
    basePath: '/api/auth',
    create(config, environment) {
      const id = randomUUID()
      // The request of a configuration function is a NextRequest, which is a Request.
      const app: Registered = { config: config as FrameworkAuthConfigInput, calls: new Map() }
      registeredApps().set(id, app)
      onTestFinished(() => {
        registeredApps().delete(id)
        vi.useRealTimers()
      })

      return overHttp({
        calls: app.calls,
        ask(request, more = {}) {
          enter(environment)
          const headers = new Headers(request.headers)
          for (const [name, value] of Object.entries({ ...more, [APP_HEADER]: id }))
            headers.set(name, value)
          return server().fetch(new Request(request, { headers }))
        },
      })
    },
  }
}
