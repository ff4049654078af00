//! What happens at a table, told as it happens.

use std::convert::Infallible;
use std::time::Duration;

use axum::extract::State;
use axum::response::sse::{Event, KeepAlive, Sse};
use tokio_stream::wrappers::BroadcastStream;
use tokio_stream::wrappers::errors::BroadcastStreamRecvError;
use tokio_stream::{Stream, StreamExt};

use super::{App, At};
use crate::web::error::ApiError;

/// So often something is said even if nothing happens, so that a line that was cut is
/// noticed.
const ALIVE: Duration = Duration::from_secs(15);

/// The table at once, and then whatever happens at it.
pub async fn events(
    State(app): State<App>,
    At(id): At<String>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, ApiError> {
    let (table, news, now) = app
        .at_table(id, |_, table| {
            let news = table.listen();
            let now = table.shown();
            Ok((table, news, now))
        })
        .await?;
    let table = std::sync::Arc::downgrade(&table);
    let told = BroadcastStream::new(news).filter_map(move |news| match news {
        Ok(news) => Some(Event::default().event(news.name).data(&*news.data)),
        // Who fell behind is told all anew.
        Err(BroadcastStreamRecvError::Lagged(_)) => {
            let now = tokio::task::block_in_place(|| Some(table.upgrade()?.shown()))?;
            Some(Event::default().event("state").data(now.to_string()))
        }
    });
    let first = Event::default().event("state").data(now.to_string());
    let all = tokio_stream::once(first).chain(told).map(Ok);
    Ok(Sse::new(all).keep_alive(KeepAlive::new().interval(ALIVE)))
}
