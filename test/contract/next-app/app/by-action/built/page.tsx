import type { JSX } from 'react'

/** A page that the build makes, and that Next.js lets caches keep. */
export const dynamic = 'force-static'

// oxlint-disable-next-line import/no-default-export -- Next.js reads this one.
export default function Page(): JSX.Element {
  return <p>built</p>
}
