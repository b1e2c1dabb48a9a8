import type { SqlDialect } from '@latchstring/schema'
import type { Compilable, Kysely, RawBuilder, SelectQueryBuilder } from 'kysely'
import { hasKey } from './keys.ts'
import { saysMissing } from './missing.ts'
import type { RecordCodec, Row } from './records.ts'

/** Types of tables for Kysely: names are options, and the codecs check the rows. */
export type Database = Record<string, Row>

/** The rows of one table. `key` names rows by members that all have to be equal. */
export interface Rows<T> {
  /** The row with the key; inside a transaction, `lock` keeps others from changing it. */
  find(key: Partial<T>, lock?: 'lock'): Promise<T | null>
  list(key: Partial<T>): Promise<T[]>
  /** Stores a record and returns the stored one. */
  insert(record: Partial<T>): Promise<T>
  /** Stores a record. */
  add(record: Partial<T>): Promise<void>
  /** Changes columns of the row with the key and returns it, or `null` if there is none. */
  update(key: Partial<T>, columns: Row): Promise<T | null>
  /** How many rows had the key, fulfilled the condition, if there is one, and were changed. */
  change(key: Partial<T>, columns: Row, condition?: RawBuilder<boolean>): Promise<number>
  /** Deletes the row with the key and returns it; only one of several simultaneous calls gets it. */
  take(key: Partial<T>): Promise<T | null>
  delete(key: Partial<T>): Promise<void>
  /** How many rows had the key, fulfilled the condition, and were deleted. */
  remove(key: Partial<T>, condition: RawBuilder<boolean>): Promise<number>
  /** The statement of {@link Rows.delete}, to be run with others. */
  deletion(key: Partial<T>): Compilable & { execute(): Promise<unknown> }
}

type Selecting = SelectQueryBuilder<Database, string, Row>

abstract class TableRows<T> implements Rows<T> {
  protected readonly db: Kysely<Database>
  protected readonly codec: RecordCodec<T>
  protected readonly table: string
  readonly #dialect: SqlDialect

  constructor(db: Kysely<Database>, dialect: SqlDialect, codec: RecordCodec<T>) {
    this.db = db
    this.codec = codec
    this.table = codec.table
    this.#dialect = dialect
  }

  protected abstract select(): Selecting
  /** Whether rows can be locked: SQLite has one writer, and needs no lock. */
  protected abstract readonly locksRows: boolean
  abstract insert(record: Partial<T>): Promise<T>
  abstract update(key: Partial<T>, columns: Row): Promise<T | null>
  abstract take(key: Partial<T>): Promise<T | null>

  protected matching(key: Partial<T>): RawBuilder<boolean> {
    return hasKey(this.#dialect, this.table, this.codec.toKey(key))
  }

  protected record(row: Row | undefined): T | null {
    return row === undefined ? null : this.codec.fromRow(row)
  }

  /** The rows that a query over all of them is narrowed to. */
  protected read(narrow: (query: Selecting) => Selecting): Promise<Row[]> {
    return narrow(this.select()).execute()
  }

  async find(key: Partial<T>, lock?: 'lock'): Promise<T | null> {
    const [row] = await this.read((all) => {
      const query = all.where(this.matching(key))
      return lock === 'lock' && this.locksRows ? query.forUpdate() : query
    })
    return this.record(row)
  }

  async list(key: Partial<T>): Promise<T[]> {
    const rows = await this.read((all) => all.where(this.matching(key)))
    return rows.map((row) => this.codec.fromRow(row))
  }

  async change(key: Partial<T>, columns: Row, condition?: RawBuilder<boolean>): Promise<number> {
    const query = this.db.updateTable(this.table).set(columns).where(this.matching(key))
    const narrowed = condition === undefined ? query : query.where(condition)
    const { numUpdatedRows } = await narrowed.executeTakeFirstOrThrow()
    return Number(numUpdatedRows)
  }

  async add(record: Partial<T>): Promise<void> {
    await this.db.insertInto(this.table).values(this.codec.toNewRow(record)).execute()
  }

  async delete(key: Partial<T>): Promise<void> {
    await this.deletion(key).execute()
  }

  async remove(key: Partial<T>, condition: RawBuilder<boolean>): Promise<number> {
    const query = this.db.deleteFrom(this.table).where(this.matching(key)).where(condition)
    return Number((await query.executeTakeFirstOrThrow()).numDeletedRows)
  }

  deletion(key: Partial<T>): ReturnType<Rows<T>['deletion']> {
    return this.db.deleteFrom(this.table).where(this.matching(key))
  }
}

/** Rows on SQLite and PostgreSQL, which return written and deleted rows. */
class ReturningRows<T> extends TableRows<T> {
  protected readonly locksRows: boolean

  constructor(db: Kysely<Database>, dialect: SqlDialect, codec: RecordCodec<T>) {
    super(db, dialect, codec)
    this.locksRows = dialect === 'postgres'
  }

  protected select(): Selecting {
    const rows = this.db.selectFrom(this.table)
    return this.codec.plain ? rows.selectAll() : rows.select(this.#columns())
  }

  #columns() {
    return this.codec.selection(this.table)
  }

  async insert(record: Partial<T>): Promise<T> {
    const { plain } = this.codec
    const row = await this.db
      .insertInto(this.table)
      .values(this.codec.toNewRow(record))
      .$if(plain, (query) => query.returningAll())
      .$if(!plain, (query) => query.returning(this.#columns()))
      .executeTakeFirstOrThrow()
    return this.codec.fromRow(row)
  }

  async update(key: Partial<T>, columns: Row): Promise<T | null> {
    if (Object.keys(columns).length === 0) return this.find(key)
    const { plain } = this.codec
    const row = await this.db
      .updateTable(this.table)
      .set(columns)
      .where(this.matching(key))
      .$if(plain, (query) => query.returningAll())
      .$if(!plain, (query) => query.returning(this.#columns()))
      .executeTakeFirst()
    return this.record(row)
  }

  async take(key: Partial<T>): Promise<T | null> {
    const { plain } = this.codec
    const row = await this.db
      .deleteFrom(this.table)
      .where(this.matching(key))
      .$if(plain, (query) => query.returningAll())
      .$if(!plain, (query) => query.returning(this.#columns()))
      .executeTakeFirst()
    return this.record(row)
  }
}

/** Rows on MySQL, which returns only the number of rows. */
class CountingRows<T> extends TableRows<T> {
  protected readonly locksRows = true

  protected select(without?: readonly string[]): Selecting {
    return this.db.selectFrom(this.table).select(this.codec.selection(this.table, '', without))
  }

  protected override async read(narrow: (query: Selecting) => Selecting): Promise<Row[]> {
    const { dispensable } = this.codec
    try {
      return await super.read(narrow)
    } catch (error) {
      // Every column is named here, since some are read as text.
      if (dispensable.length === 0 || !saysMissing(error)) throw error
      return narrow(this.select(dispensable)).execute()
    }
  }

  async insert(record: Partial<T>): Promise<T> {
    const row = this.codec.toNewRow(record)
    const { insertId } = await this.db.insertInto(this.table).values(row).executeTakeFirstOrThrow()
    const { counted: id } = this.codec
    const counted = insertId === undefined || id === undefined ? {} : { [id]: insertId }
    return this.codec.fromRow({ ...row, ...counted })
  }

  async update(key: Partial<T>, columns: Row): Promise<T | null> {
    if (Object.keys(columns).length > 0) await this.change(key, columns)
    return this.find(key)
  }

  async take(key: Partial<T>): Promise<T | null> {
    const record = await this.find(key)
    if (record === null) return null
    const { numDeletedRows } = await this.db
      .deleteFrom(this.table)
      .where(this.matching(key))
      .executeTakeFirstOrThrow()
    return numDeletedRows === 1n ? record : null
  }
}

/** The rows of the table that `codec` belongs to. */
export function createRows<T>(
  db: Kysely<Database>,
  dialect: SqlDialect,
  codec: RecordCodec<T>,
): Rows<T> {
  return dialect === 'mysql'
    ? new CountingRows(db, dialect, codec)
    : new ReturningRows(db, dialect, codec)
}
