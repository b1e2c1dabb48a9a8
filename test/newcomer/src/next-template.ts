/** What create-next-app writes, as far as it decides how pages are built. */
export const CONFIGURATION = 'export default { cacheComponents: true, partialPrefetching: true }\n'

/** Its layout, with the line that "Getting started" asks for. */
export const LAYOUT = `import type { ReactNode } from 'react'

export const instant = false

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  )
}
`

/** What every guide has installed beside Latchstring, in versions that are tried elsewhere in this repository. */
export const BESIDE = [
  'typescript@6.0.3',
  '@types/node@20.19.25',
  '@types/react@19.3.0',
  '@libsql/client@0.18.0',
  'nodemailer@10.6.0',
] as const
