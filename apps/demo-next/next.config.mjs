import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

// The packages of this repository are linked, so the bundler has to see all of it.
const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

const HEADERS = [
  { key: 'X-Content-Type-Options', value: 'nosniff' },
  { key: 'Referrer-Policy', value: 'strict-origin-when-cross-origin' },
  { key: 'Content-Security-Policy', value: "frame-ancestors 'none'" },
]

/** @type {import('next').NextConfig} */
const config = {
  poweredByHeader: false,
  // In development every request is logged; these carry codes and tokens.
  logging: { incomingRequests: { ignore: [/^\/api\/auth\//] } },
  turbopack: { root },
  outputFileTracingRoot: root,
  // Database drivers and the mailer stay as they are: one has native code, all load parts at run time.
  serverExternalPackages: ['@libsql/client', 'nodemailer', 'pg'],
  headers: async () => [{ source: '/((?!api/auth|_next/).*)', headers: HEADERS }],
  // Browsers ask for this address on pages that name no icon, such as the JSON of /api/me.
  rewrites: async () => [{ source: '/favicon.ico', destination: '/latchstring.svg' }],
}

export default config
