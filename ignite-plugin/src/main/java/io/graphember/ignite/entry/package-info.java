// SPDX-License-Identifier: Apache-2.0
/** The catalog as a transactional cache. */
@NullMarked
package io.graphember.ignite.entry;

import org.jspecify.annotations.NullMarked;
