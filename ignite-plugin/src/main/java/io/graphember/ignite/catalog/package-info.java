// SPDX-License-Identifier: Apache-2.0
/** The caches that we create, and the names under which SQL finds results. */
@NullMarked
package io.graphember.ignite.catalog;

import org.jspecify.annotations.NullMarked;
