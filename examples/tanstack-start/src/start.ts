import { createCsrfMiddleware, createMiddleware, createStart } from '@tanstack/react-start'
import { middleware } from './auth.server'

const csrf = createCsrfMiddleware({ filter: ({ handlerType }) => handlerType === 'serverFn' })

const latchstring = createMiddleware().server(({ request, next }) =>
  middleware(request, (context) => next({ context })),
)

export const startInstance = createStart(() => ({ requestMiddleware: [csrf, latchstring] }))
