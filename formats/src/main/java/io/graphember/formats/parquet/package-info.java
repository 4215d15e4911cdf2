// SPDX-License-Identifier: Apache-2.0
/** Parquet files. */
@NullMarked
package io.graphember.formats.parquet;

import org.jspecify.annotations.NullMarked;
