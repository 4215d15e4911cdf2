// SPDX-License-Identifier: Apache-2.0
package io.graphember.schema;

import io.graphember.schema.piece.KeyColumn;
import io.graphember.schema.piece.Piece;
import io.graphember.spi.error.ErrorCategory;
import io.graphember.spi.error.ErrorCode;

/** What can be wrong with the files of a graph. The message names file, line, value and rule. */
public enum InputError implements ErrorCode {
  /** A file or folder is not there, or is not a regular file. */
  INPUT_MISSING,
  /** A file cannot be read. */
  INPUT_UNREADABLE,
  /** A file ends early or is damaged, or its bytes are not of its format. */
  INPUT_DAMAGED,
  /** A file became shorter while it was read. */
  INPUT_SHRANK,
  /** An entry of an archive inflates beyond the limits. */
  INPUT_ZIP_BOMB,
  /** An array has another type or shape than is needed. */
  INPUT_ARRAY_UNFIT,
  /** A feature or a weight is not a finite number. */
  INPUT_NOT_FINITE,
  /** A file is not UTF-8, or text of a cluster cannot be written as UTF-8. */
  INPUT_NOT_UTF8,
  /** A path leads out of the data folder. */
  INPUT_OUTSIDE_FOLDER,
  /** A row has more or fewer columns than the first one. */
  INPUT_RAGGED_ROW,
  /** A quote is not closed, or stands where none may. */
  INPUT_QUOTING,
  /** A column that the settings name is not in the file. */
  INPUT_COLUMN_MISSING,
  /** A column has values of a type that is not read. */
  INPUT_COLUMN_UNFIT,
  /** The library that reads a format is not on the class path. */
  INPUT_FORMAT_ABSENT,
  /** A name that the settings use stands for two columns, or a column is named twice. */
  INPUT_COLUMN_AMBIGUOUS,
  /** A value is not a number, or not in the range of its type. */
  INPUT_NOT_A_NUMBER,
  /** A weight is below 0. */
  INPUT_WEIGHT_NEGATIVE,
  /** A key is empty. */
  INPUT_KEY_EMPTY,
  /** A key is not a UUID. */
  INPUT_KEY_NOT_UUID,
  /** A key is longer than {@link KeyColumn#MAX_KEY_BYTES}. */
  INPUT_KEY_TOO_LONG,
  /** A row number does not name a vertex. */
  INPUT_VERTEX_UNKNOWN,
  /** A label is no class. */
  INPUT_LABEL_UNKNOWN,
  /** A column has more categories than are made features, or a long one. */
  INPUT_TOO_MANY_CATEGORIES,
  /** An index is none of a row. */
  INPUT_INDEX_OUT_OF_RANGE,
  /** A relation cannot be the name of an edge type, or there is none. */
  INPUT_RELATION_UNFIT,
  /** A relation came after the source was opened. */
  INPUT_RELATION_UNKNOWN,
  /** There are more relations than a graph has edge types. */
  INPUT_TOO_MANY_RELATIONS,
  /** There are more classes than anyone means. */
  INPUT_TOO_MANY_CLASSES,
  /** A vertex or an edge has more features than a row may have. */
  INPUT_TOO_MANY_FEATURES,
  /** A split is none of train, valid and test, or it is not clear which split is meant. */
  INPUT_SPLIT_UNKNOWN,
  /** Files that belong together have different numbers of rows. */
  INPUT_COUNT_MISMATCH,
  /** Bytes that should be a piece are not. */
  PIECE_MALFORMED,
  /** A piece has more than {@link Piece#MAX_BYTES} bytes. */
  PIECE_TOO_LARGE;

  @Override
  public ErrorCategory category() {
    return ErrorCategory.USER;
  }
}
