/** An application that augments `Session`. Compiled by `register.test.ts`, never run. */
import type { DefaultSession } from '@latchstring/core/types'
import { useSession } from '@latchstring/react'

declare module '@latchstring/core/types' {
  interface Session {
    plan: 'free' | 'paid'
    user?: DefaultSession['user'] & { role: string }
  }
}

export function usePlan(): 'free' | 'paid' | undefined {
  const { data } = useSession()
  // @ts-expect-error -- "did not become any"
  const wrong: 'other' | undefined = data?.plan
  void wrong
  return data?.plan
}
