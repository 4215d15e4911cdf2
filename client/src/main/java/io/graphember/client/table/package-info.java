// SPDX-License-Identifier: Apache-2.0
/** Tables and caches of a cluster, row by row. */
@NullMarked
package io.graphember.client.table;

import org.jspecify.annotations.NullMarked;
