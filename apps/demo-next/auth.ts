import Latchstring, { paths } from '@latchstring/next'
import Nodemailer from '@latchstring/next/providers/nodemailer'
import Passkey from '@latchstring/next/providers/passkey'
import { adapter, strategy } from './lib/database.ts'
import { readDetails, readMotto, updateDetails } from './lib/details.ts'
import { features } from './lib/features.mjs'
import { demoOidc, demoOAuth } from './lib/identity-provider.ts'

const closed = paths('/members/*')

export const { handlers, auth, sessions, signIn, signOut } = Latchstring({
  adapter,
  // Stored sessions end with their rows. Sealed ones end by a feed, which pages, route handlers and proxy.ts each read separately:
  // Next.js loads this file for each of them.
  session: { strategy, devices: true, revocation: strategy === 'jwt' && { window: 2 } },
  account: { page: true },
  // Passwords, second factors, and the way out: each with its pages, mails and tables.
  features,
  theme: { name: 'Latchstring demo', brandColor: '#a8361b', logo: '/latchstring.svg' },
  providers: [
    demoOidc,
    demoOAuth,
    Nodemailer({
      name: 'Email',
      server: process.env['DEMO_SMTP_URL'] ?? 'smtp://127.0.0.1:4402',
      from: 'Latchstring demo <demo@latchstring.example>',
    }),
    Passkey({ relyingParty: { name: 'Latchstring demo' } }),
  ],
  experimental: { enableWebAuthn: true },
  callbacks: {
    // With strategy `jwt`: the content of the cookie. `user` is set only at sign-in.
    jwt({ token, user, trigger, session }) {
      const details = user
        ? { ...readDetails(user), signedInAt: new Date().toISOString() }
        : readDetails(token)
      const motto = trigger === 'update' ? readMotto(session) : undefined
      return { ...token, ...details, motto: motto ?? details.motto }
    },
    // The result of `auth()` and `useSession()`, and its type. The details come from the token or from the stored user.
    async session({ session, token, user, trigger, newSession }) {
      const id = strategy === 'jwt' ? (token.sub ?? '') : user.id
      const { role, motto, signedInAt } = readDetails(strategy === 'jwt' ? token : user)
      const newMotto = trigger === 'update' ? readMotto(newSession) : undefined
      if (newMotto !== undefined) await updateDetails(id, { motto: newMotto })
      const { name = null, email = null, image = null } = session.user
      return {
        user: { id, name, email, image, role, motto: newMotto ?? motto },
        signedInAt,
        expires: session.expires,
      }
    },
    // Called by proxy.ts, and before every handler wrapped with `auth`.
    authorized({ auth: session, request }) {
      return session !== null || !closed(request)
    },
  },
  events: {
    async signIn({ user }) {
      if (user.id === undefined) return
      await updateDetails(user.id, { signedInAt: new Date().toISOString() })
    },
  },
})

// Declares the session type of this application for `useSession`.
declare module '@latchstring/next/react' {
  interface Register {
    auth: typeof auth
  }
}
