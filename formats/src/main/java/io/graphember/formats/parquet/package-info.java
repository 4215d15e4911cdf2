// SPDX-License-Identifier: Apache-2.0
/** Parquet files. */
package io.graphember.formats.parquet;
