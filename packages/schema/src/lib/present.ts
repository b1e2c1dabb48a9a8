import type { Schema } from './schema.ts'

/** A row by the names of its columns. */
export type Row = Readonly<Record<string, unknown>>

/** Runs one statement without parameters and gives its rows. */
export type Query = (statement: string) => Promise<readonly Row[]>

/** A column of a table that is there. */
export interface PresentColumn {
  readonly name: string
  /** In the words of the database; with MySQL and MariaDB that includes character set and collation. */
  readonly type: string
  readonly nullable: boolean
  /** A row can be written without naming the column: it has a default, is counted or is computed. */
  readonly filled: boolean
  /** It is computed whenever it is read. */
  readonly virtual: boolean
  /**
   * The collation, where it takes texts for the same that differ; of PostgreSQL and SQLite only, since the type of MySQL and
   * MariaDB has it.
   */
  readonly collation?: string
}

/** An index, or the index behind a primary key or a unique constraint. */
export interface PresentIndex {
  readonly name: string
  readonly unique: boolean
  readonly primary: boolean
  /** Names of columns; `lower(name)` for the lower case of one, and an empty text for any other expression. */
  readonly keys: readonly string[]
  /** It covers every row and the whole of every value. */
  readonly whole: boolean
  /** The database uses it. One that PostgreSQL could not finish stays behind and is not. */
  readonly valid: boolean
}

/** A foreign key. */
export interface PresentForeignKey {
  readonly columns: readonly string[]
  readonly target: string
  /** Deleting the row referred to deletes the row. Not there when the user of the connection may not see it. */
  readonly cascades?: boolean
}

/** A table that is there. */
export interface PresentTable {
  readonly name: string
  readonly columns: readonly PresentColumn[]
  readonly indexes: readonly PresentIndex[]
  readonly foreignKeys: readonly PresentForeignKey[]
  /** The storage engine of MySQL and MariaDB. */
  readonly engine?: string
  /** MySQL and MariaDB cannot add a column without writing it anew. */
  readonly rebuilt?: boolean
  /** The user of the connection may only read it, from whom MySQL and MariaDB hide foreign keys. */
  readonly readOnly?: boolean
}

/** What a database has of the tables a description names, and of those that look as if they should be. */
export interface Present {
  /** The schema of PostgreSQL that is looked at: the first of the path that exists. Empty if none does. */
  readonly schema?: string
  /** The schema that the `search_path` names first, if it does not exist. */
  readonly missingSchema?: string
  /** Wanted tables that the schema lacks, but another one of the path has, by the name of that schema. */
  readonly elsewhere?: ReadonlyMap<string, string>
  readonly tables: readonly PresentTable[]
  /** Names that a new table or index cannot have any more. */
  readonly names: ReadonlySet<string>
  /** Those of them that belong to something else than a table, such as a view. */
  readonly notTables: ReadonlySet<string>
}

/** Reads what a dialect has. */
export type Inspector = (query: Query, schema: Schema) => Promise<Present>
