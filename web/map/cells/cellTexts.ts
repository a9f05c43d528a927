/** The texts of storm cells, which load with their first use. */
export const CELL_TEXTS = ['cells'] as const;
