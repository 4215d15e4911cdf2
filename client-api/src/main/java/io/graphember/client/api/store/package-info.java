// SPDX-License-Identifier: Apache-2.0
/** What clients change of published embeddings. */
@NullMarked
package io.graphember.client.api.store;

import org.jspecify.annotations.NullMarked;
