/**
 * Common table expressions: `used(cell)` are the cells of the columns that `table` has rows of, found by one seek each, so
 * that a wide box costs what lies in it and not what could. `columns` is a JSON array of `CellColumn`, as a bound parameter.
 */
export function usedCells(columns: string, table = 'strike INDEXED BY strike_by_cell_time'): string {
  return `
cell_column(low, high) AS (SELECT value ->> 0, value ->> 1 FROM json_each(${columns})),
found(cell, high) AS (
  SELECT (SELECT min(filed.cell) FROM (SELECT cell FROM ${table}) AS filed WHERE filed.cell BETWEEN low AND high), high
  FROM cell_column
  UNION ALL
  SELECT (
    SELECT min(filed.cell) FROM (SELECT cell FROM ${table}) AS filed
    WHERE filed.cell > found.cell AND filed.cell <= found.high), high
  FROM found WHERE cell IS NOT NULL
),
used(cell) AS MATERIALIZED (SELECT cell FROM found WHERE cell IS NOT NULL)`;
}
