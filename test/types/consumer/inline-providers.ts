// oxlint-disable eslint/no-param-reassign, typescript/no-unsafe-assignment, typescript/no-unsafe-member-access, typescript/no-unsafe-return -- what applications of the peer write

import { createAuth } from '@latchstring/core'
import type { AdapterUser } from '@latchstring/core/adapters'
import type { JWT } from '@latchstring/core/jwt'
import type { OAuthConfig, OIDCConfig } from '@latchstring/core/providers'
import type {
  AuthConfig,
  ErrorType,
  JWTOptions,
  Provider,
  ResponseInternal,
  User,
} from '@latchstring/core/types'
import Credentials from '@latchstring/core/providers/credentials'
import Google from '@latchstring/core/providers/google'
import Nodemailer from '@latchstring/core/providers/nodemailer'
import WorkOS from '@latchstring/core/providers/workos'
import GitHub from '@latchstring/next/providers/github'
import Latchstring, { type FrameworkAuthConfig, type NextAuthConfig } from '@latchstring/next'
import { createTransport } from 'nodemailer'
import { expectTrue, type Equal } from '../equal.ts'

interface Member {
  number: number
  login: string
  avatar: { href: string }
}

// An object in the list, whose profile has no type of its own.
export const inline = createAuth({
  providers: [
    {
      id: 'club',
      name: 'Club',
      type: 'oidc',
      issuer: 'https://club.example',
      clientId: 'id',
      clientSecret: 'secret',
      profile: (p) => ({ id: p.sub, name: p.nickname, image: p.avatar.href }),
    },
    {
      id: 'guild',
      name: 'Guild',
      type: 'oauth',
      authorization: { url: 'https://guild.example/authorize', params: { scope: 'me' } },
      token: 'https://guild.example/token',
      userinfo: {
        url: 'https://guild.example/me',
        async request({ tokens, claims, fetch }) {
          expectTrue<Equal<typeof claims, Readonly<Record<string, unknown>> | undefined>>()
          const response = await fetch('https://guild.example/me', {
            headers: { authorization: `Bearer ${tokens.access_token}` },
          })
          return response.json()
        },
      },
      profile(profile, tokens) {
        return { id: profile.number.toString(), name: profile.login, email: tokens.scope ?? null }
      },
    },
    {
      id: 'door',
      name: 'Door',
      type: 'credentials',
      credentials: { word: { label: 'Word', type: 'password' } },
      authorize(inputs, request) {
        const word = inputs['word']
        expectTrue<Equal<typeof word, string | undefined>>()
        return word === 'friend' ? { id: 'guest', name: request.url } : null
      },
    },
  ],
})

// The same with a type.
export const annotated = Latchstring({
  providers: [
    {
      id: 'guild',
      name: 'Guild',
      type: 'oauth',
      authorization: 'https://guild.example/authorize',
      token: 'https://guild.example/token',
      userinfo: 'https://guild.example/me',
      profile: (p: Member) => ({ id: String(p.number), name: p.login, image: p.avatar.href }),
    },
  ],
})

// An object of its own, and a function that makes one.
const guild: OAuthConfig<Member> = {
  id: 'guild',
  name: 'Guild',
  type: 'oauth',
  profile: (p) => ({ id: String(p.number), name: p.login }),
}
function club(options: { clientId: string; clientSecret: string }): OIDCConfig<Member> {
  return { id: 'club', name: 'Club', type: 'oidc', issuer: 'https://club.example', ...options }
}
export const apart: AuthConfig = {
  providers: [guild, club({ clientId: 'id', clientSecret: 'secret' })],
}
export const list: Provider[] = [guild]
export const typed: Provider = {
  id: 'door',
  name: 'Door',
  type: 'credentials',
  credentials: { word: { label: 'Word' } },
  authorize: async (credentials: { word?: string }) => ({ id: credentials.word ?? 'guest' }),
}

// What a sign-in page of the application shows, of providers and of factories.
const shown: Provider[] = [GitHub, guild]
export const names = shown.map((provider) => {
  const { id, name } = typeof provider === 'function' ? provider() : provider
  return { id, name }
})
// @ts-expect-error -- options that have to be given cannot come from the environment
export const lacking: Provider = (options: { issuer: string }) => ({ ...guild, ...options })

// What the contract names comes from `types`.
expectTrue<Equal<NonNullable<AuthConfig['jwt']>, JWTOptions>>()
expectTrue<Equal<Extract<'Verification', ErrorType>, 'Verification'>>()
export const answer: ResponseInternal = { status: 204 }

// A configuration of an application that moves over, by the name it has there.
expectTrue<Equal<NextAuthConfig, FrameworkAuthConfig>>()
export const config: NextAuthConfig = {
  providers: [],
  callbacks: {
    jwt({ token, trigger, session }) {
      if (trigger === 'update' && session?.name) token.name = session.name
      return token
    },
    session({ session, newSession, trigger }) {
      if (trigger === 'update' && newSession?.user?.name) session.user.name = newSession.user.name
      return session
    },
  },
}

// Shapes of applications that were written for next-auth.
declare function find(email: string): Promise<User | null>
const members = { email: {}, password: {} }
export const checked = Credentials({
  credentials: members,
  authorize: async (credentials) =>
    credentials?.email && credentials.password ? find(credentials.email) : null,
})
export const unknown = Credentials({
  authorize: async (credentials: Partial<Record<'email', unknown>>) =>
    find(String(credentials.email)),
})
export const sure = Credentials({
  credentials: members,
  authorize: async (credentials: Record<'email' | 'password', string>) => find(credentials.email),
})
export const withType = Credentials({ type: 'credentials', authorize: () => null })
export const mail = Nodemailer({
  server: { host: 'mail.example' },
  from: 'app@example.com',
  async sendVerificationRequest({ identifier, url, provider }) {
    const result = await createTransport(provider.server).sendMail({ to: identifier, subject: url })
    const failed = result.rejected.concat(result.pending ?? []).filter(Boolean)
    if (failed.length > 0) throw new Error(`Mail to ${failed.join(', ')} was not sent.`)
  },
})
export const annotatedJwt: AuthConfig = {
  providers: [checked, unknown, sure, withType, mail],
  callbacks: {
    jwt: (parameters: { token: JWT; user: User | AdapterUser }) => parameters.token,
  },
}
export const profiles = [
  Google({ profile: (person) => ({ id: person.sub, email: person.email.toLowerCase() }) }),
  GitHub({
    profile: ({ id, bio, location }) => ({ id: `${id}`, bio: bio?.trim() ?? null, location }),
  }),
  WorkOS({ profile: ({ id, first_name: name }) => ({ id, name: name?.trim() ?? null }) }),
]
export const guarded = Latchstring({ providers: [] }).auth((request) =>
  request.auth ? null : Response.redirect('https://app.example/login'),
)
