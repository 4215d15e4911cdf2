// SPDX-License-Identifier: Apache-2.0
/** Tables of vertices and edges, whatever holds them: columns, and what is made of a field. */
@NullMarked
package io.graphember.formats.table;

import org.jspecify.annotations.NullMarked;
