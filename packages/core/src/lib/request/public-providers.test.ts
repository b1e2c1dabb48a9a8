import { expect, test } from 'vitest'
import type { ResolvedProvider } from '../config/providers.ts'
import type { Context } from './context.ts'
import { publicProvider } from './public-providers.ts'

test('publicProvider has id, name, type and URLs of each provider, and no secret', () => {
  const oidc = { id: 'harbour', name: 'Harbour', kind: 'oidc', clientSecret: 'secret' }
  const mail = { id: 'mail', name: 'E-mail', kind: 'email' }
  // Of a provider, no more is looked at.
  const providers = new Map([oidc, mail].map((one) => [one.id, one as ResolvedProvider]))
  // Nor is more of a context.
  const context = {
    config: { actionBase: '/auth', providers },
    origin: { href: 'https://app.example', secure: true },
  } as unknown as Pick<Context, 'config' | 'origin'>
  expect([...providers.values()].map((one) => publicProvider(context, one))).toEqual([
    {
      id: 'harbour',
      name: 'Harbour',
      type: 'oidc',
      signinUrl: 'https://app.example/auth/signin/harbour',
      callbackUrl: 'https://app.example/auth/callback/harbour',
    },
    {
      id: 'mail',
      name: 'E-mail',
      type: 'email',
      signinUrl: 'https://app.example/auth/signin/mail',
      callbackUrl: 'https://app.example/auth/callback/mail',
    },
  ])
})
