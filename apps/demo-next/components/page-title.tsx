import type { ReactElement, ReactNode } from 'react'

/** Heading of a page, and what the page shows. */
export function PageTitle(props: { title: string; children: ReactNode }): ReactElement {
  return (
    <div className="title">
      <h1>{props.title}</h1>
      <p className="lead">{props.children}</p>
    </div>
  )
}
