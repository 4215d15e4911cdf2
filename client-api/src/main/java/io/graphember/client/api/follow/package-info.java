// SPDX-License-Identifier: Apache-2.0
/** What clients see of graphs that follow their tables. */
@NullMarked
package io.graphember.client.api.follow;

import org.jspecify.annotations.NullMarked;
