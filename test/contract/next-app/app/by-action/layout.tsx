import type { JSX, ReactNode } from 'react'

/** What Next.js wants around a page. */
// oxlint-disable-next-line import/no-default-export -- Next.js reads this one.
export default function Layout({ children }: { readonly children: ReactNode }): JSX.Element {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  )
}
