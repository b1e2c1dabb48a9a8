import type { Metadata } from 'next'
import Link from 'next/link'
import type { ReactElement } from 'react'
import { PageTitle } from '../components/page-title.tsx'

export const metadata: Metadata = { title: 'Nothing here' }

/** The page for 404. */
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
