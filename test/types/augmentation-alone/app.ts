/** An application that declares the types of its session and token, and imports nothing but what makes the session. */
import { createAuth } from '@latchstring/core'
import Latchstring from '@latchstring/next'

declare module '@latchstring/core/types' {
  interface Session {
    tenant: string
  }
}
declare module '@latchstring/core/jwt' {
  interface JWT {
    tenant?: string
  }
}
declare module '@latchstring/next/jwt' {
  interface JWT {
    region?: string
  }
}

export const auth = createAuth({
  providers: [],
  callbacks: {
    session({ session, token }) {
      const tenant: string | undefined = token?.tenant
      const region: string | undefined = token?.region
      return { ...session, tenant: tenant ?? region ?? '' }
    },
  },
})

export const next = Latchstring({ providers: [] })

export async function tenantOf(): Promise<string | undefined> {
  const session = await next.auth()
  return session?.tenant
}

export async function planetOf(): Promise<unknown> {
  const session = await next.auth()
  // @ts-expect-error -- not declared
  return session?.planet
}
