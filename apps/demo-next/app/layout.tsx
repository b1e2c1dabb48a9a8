import type { Metadata, Viewport } from 'next'
import type { ReactElement, ReactNode } from 'react'
import { auth } from '../auth.ts'
import { Frame } from '../components/frame.tsx'
import { setup } from '../lib/setup.ts'
import '../styles/base.css'
import '../styles/parts.css'

export const metadata: Metadata = {
  title: { default: 'Latchstring demo', template: '%s · Latchstring demo' },
  description: 'Every way to sign in with Latchstring, on this machine only.',
  icons: { icon: '/latchstring.svg' },
}

export const viewport: Viewport = {
  colorScheme: 'light dark',
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#f8f4ef' },
    { media: '(prefers-color-scheme: dark)', color: '#14100d' },
  ],
}

export default async function Layout({ children }: { children: ReactNode }): Promise<ReactElement> {
  // Only to show the user. A layout does not protect pages: each page calls `auth()` itself.
  const session = await auth()
  return (
    <html lang="en">
      <body>
        <Frame session={session} setup={setup}>
          {children}
        </Frame>
      </body>
    </html>
  )
}
