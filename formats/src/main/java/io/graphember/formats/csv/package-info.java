// SPDX-License-Identifier: Apache-2.0
/** Delimited text. */
package io.graphember.formats.csv;
