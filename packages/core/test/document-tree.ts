import { type DefaultTreeAdapterTypes, parse } from 'parse5'

/** An element as a browser would make it of the markup. */
export interface DocumentElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  /** All text inside. */
  readonly text: string
  /** All elements inside, in document order. */
  readonly inside: readonly DocumentElement[]
}

type Node = DefaultTreeAdapterTypes.Node

function readText(node: Node): string {
  if ('value' in node) return node.value
  return 'childNodes' in node ? node.childNodes.map(readText).join('') : ''
}

function elementsIn(node: Node): readonly DocumentElement[] {
  if (!('childNodes' in node)) return []
  return node.childNodes.flatMap((child) => {
    const inside = elementsIn(child)
    if (!('tagName' in child)) return inside
    const attributes = Object.fromEntries(child.attrs.map(({ name, value }) => [name, value]))
    return [{ name: child.tagName, attributes, text: readText(child), inside }, ...inside]
  })
}

/** Parses a document as HTML does. */
export function readDocument(html: string): readonly DocumentElement[] {
  return elementsIn(parse(html))
}

/** Text as a person reads it: white space in one piece. */
export function visibleText(element: DocumentElement | undefined): string {
  return element?.text.replace(/\s+/g, ' ').trim() ?? ''
}

/** Elements of a name, and with a class where one is given. */
export function find(
  elements: readonly DocumentElement[],
  name: string,
  className?: string,
): readonly DocumentElement[] {
  return elements.filter(
    (element) =>
      element.name === name &&
      (className === undefined || element.attributes['class']?.split(' ').includes(className)),
  )
}
