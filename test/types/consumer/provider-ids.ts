/** Ids of providers as `signIn` takes them, where the application declares none. */
import { createAuth } from '@latchstring/core'
import type { BuiltInProviderId, ProviderId, PublicProvider } from '@latchstring/core/providers'
import Latchstring from '@latchstring/next'
import { signIn } from '@latchstring/next/react'
import { expectTrue, type Equal } from '../equal.ts'

declare const chosen: string
declare const offered: PublicProvider

const auth = createAuth({ providers: [] })
const next = Latchstring({ providers: [] })

// Any text: the id of a provider of the application, one from its options, one that is only known at run time.

export async function start(headers: Headers): Promise<void> {
  await auth.signIn({ headers }, chosen)
  await auth.signIn({ headers }, 'my-company')
  await next.signIn(chosen)
  await next.signIn('github')
  await signIn(chosen)
  await signIn(offered.id)
  // @ts-expect-error -- no text
  await next.signIn(1)
}

expectTrue<Equal<'ory-hydra' extends BuiltInProviderId ? true : false, false>>()
export const known: BuiltInProviderId[] = ['github', 'hydra', 'microsoft-entra-id', 'resend']
export const any: ProviderId = chosen
