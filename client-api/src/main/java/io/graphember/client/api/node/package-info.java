// SPDX-License-Identifier: Apache-2.0
/** What a cluster says of its nodes. */
@NullMarked
package io.graphember.client.api.node;

import org.jspecify.annotations.NullMarked;
