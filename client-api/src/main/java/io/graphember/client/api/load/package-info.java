// SPDX-License-Identifier: Apache-2.0
/** What clients and nodes say of loads. */
@NullMarked
package io.graphember.client.api.load;

import org.jspecify.annotations.NullMarked;
