// SPDX-License-Identifier: Apache-2.0
/** Tables of SQL that list what the cluster has. */
@NullMarked
package io.graphember.ignite.listing;

import org.jspecify.annotations.NullMarked;
