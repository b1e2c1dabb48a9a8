import type { Metadata } from 'next'
import Link from 'next/link'
import type { ReactElement } from 'react'
import { PageTitle } from '../components/page-title.tsx'

export const metadata: Metadata = { title: 'Nothing here' }

/** Shown for an address that is nothing of this application. */
export default function NotFound(): ReactElement {
  return (
    <>
      <PageTitle title="Nothing here">There is no page at this address.</PageTitle>
      <p>
        <Link className="button" href="/">
          Back to the start
        </Link>
      </p>
    </>
  )
}
