// SPDX-License-Identifier: Apache-2.0
/** What masters and mirrors of a vertex tell one another, on one node and between nodes. */
@NullMarked
package io.graphember.tgar.exchange;

import org.jspecify.annotations.NullMarked;
