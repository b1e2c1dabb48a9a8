import { expectGreeting, greetingApplication, principalOf } from '@latchstring/test-kit/greeting'
import { openAt, visit } from '@latchstring/test-kit/node-visit'
import { expect, test, vi } from 'vitest'
import { LatchstringModule, type LatchstringService, type PlatformHost } from './index.ts'

type Use = NonNullable<PlatformHost['httpAdapter']>['use']

const { feature, config, options } = greetingApplication()
// NestJS is a double here: only the applications of the suite install it, and run the package with it.
vi.mock('@nestjs/common', () => {
  const nothing = (): (() => void) => () => undefined
  return {
    HttpException: class {},
    UnauthorizedException: class {},
    Inject: nothing,
    Module: nothing,
    SetMetadata: nothing,
    createParamDecorator: nothing,
  }
})
vi.mock('@nestjs/core', () => ({
  APP_GUARD: 'APP_GUARD',
  HttpAdapterHost: class {},
  Reflector: class {},
}))

interface Provided {
  readonly provide: unknown
  readonly useFactory: () => Promise<LatchstringService>
}

test('A feature of a configuration function has its page and its operations in NestJS', async () => {
  const { providers } = LatchstringModule.forRoot(() => config, options)
  // The provider of the service is one of those of the module.
  const [provider] = providers as unknown as readonly Provided[]
  const service = (await provider?.useFactory()) ?? expect.unreachable('there is no service')
  const middleware = new Array<Parameters<Use>[0]>()
  const httpAdapter = { use: (given: Parameters<Use>[0]) => middleware.push(given) }
  new LatchstringModule(service, { httpAdapter }).configure()
  await expectGreeting({
    feature,
    open: (path) =>
      openAt(path, (request, response) =>
        middleware[0]?.(request, response, () => response.writeHead(404).end()),
      ),
    async greet(cookie) {
      const [request, response] = visit(cookie)
      await new Promise<unknown>((resolve) => {
        middleware[0]?.(request, response, resolve)
      })
      return service.feature(feature, request).greet('Hello')
    },
    async principal(...headers) {
      const [request, response] = visit(...headers)
      await new Promise<unknown>((resolve) => {
        middleware[0]?.(request, response, resolve)
      })
      return principalOf(service.principal(request, { accepts: ['session', feature] }))
    },
    system: (value) => service.system(value),
  })
})
