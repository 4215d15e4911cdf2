// SPDX-License-Identifier: Apache-2.0
/** Two levels of caches over stored rows: a file on the local disk, and chunks of it in memory. */
@NullMarked
package io.graphember.inference.cache;

import org.jspecify.annotations.NullMarked;
