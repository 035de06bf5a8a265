// SPDX-License-Identifier: MIT

// Package model has the Go types of the benchmark documents, without methods: the types for reflection. The
// generators get copies of these files, each in a separate package, because other engines would use the
// generated methods.
package model

// Entities is the small workload: a value of under a hundred bytes, most of it structure.
type Entities struct {
	Hashtags []Hashtag `json:"hashtags"`
	URLs     []*URL    `json:"urls"`
	Mentions []*string `json:"user_mentions"`
}

// Hashtag is a hashtag in a text.
type Hashtag struct {
	Text    string `json:"text"`
	Indices []int  `json:"indices"`
}

// URL is a link in a text.
type URL struct {
	URL         string  `json:"url"`
	ExpandedURL *string `json:"expanded_url"`
	DisplayURL  string  `json:"display_url,omitempty"`
	Indices     []int   `json:"indices"`
}

// SearchResult is the medium workload, Archive the large one.
type SearchResult struct {
	Statuses []Status       `json:"statuses"`
	Metadata SearchMetadata `json:"search_metadata"`
}

// Archive is many search results.
type Archive struct {
	Results []SearchResult `json:"results"`
}

// SearchMetadata describes the search.
type SearchMetadata struct {
	MaxID       int64   `json:"max_id"`
	SinceID     int64   `json:"since_id"`
	RefreshURL  string  `json:"refresh_url"`
	NextResults string  `json:"next_results"`
	Count       int     `json:"count"`
	CompletedIn float64 `json:"completed_in"`
	SinceIDStr  string  `json:"since_id_str"`
	Query       string  `json:"query"`
	MaxIDStr    string  `json:"max_id_str"`
}

// Status is a post, as of 2012.
type Status struct {
	Coordinates          *string        `json:"coordinates"`
	Favorited            bool           `json:"favorited"`
	Truncated            bool           `json:"truncated"`
	CreatedAt            string         `json:"created_at"`
	IDStr                string         `json:"id_str"`
	Entities             Entities       `json:"entities"`
	InReplyToUserIDStr   *string        `json:"in_reply_to_user_id_str"`
	Contributors         *string        `json:"contributors"`
	Text                 string         `json:"text"`
	Metadata             StatusMetadata `json:"metadata"`
	RetweetCount         int            `json:"retweet_count"`
	InReplyToStatusIDStr *string        `json:"in_reply_to_status_id_str"`
	ID                   int64          `json:"id"`
	Geo                  *string        `json:"geo"`
	Retweeted            bool           `json:"retweeted"`
	InReplyToUserID      *int64         `json:"in_reply_to_user_id"`
	Place                *string        `json:"place"`
	User                 User           `json:"user"`
	InReplyToScreenName  *string        `json:"in_reply_to_screen_name"`
	Source               string         `json:"source"`
	InReplyToStatusID    *int64         `json:"in_reply_to_status_id"`
}

// StatusMetadata is the search's metadata of a post.
type StatusMetadata struct {
	ISOLanguageCode string `json:"iso_language_code"`
	ResultType      string `json:"result_type"`
}

// User is the author of a post, as of 2012.
type User struct {
	ProfileSidebarFillColor        string       `json:"profile_sidebar_fill_color"`
	ProfileSidebarBorderColor      string       `json:"profile_sidebar_border_color"`
	ProfileBackgroundTile          bool         `json:"profile_background_tile"`
	Name                           string       `json:"name"`
	ProfileImageURL                string       `json:"profile_image_url"`
	CreatedAt                      string       `json:"created_at"`
	Location                       string       `json:"location"`
	FollowRequestSent              *bool        `json:"follow_request_sent"`
	ProfileLinkColor               string       `json:"profile_link_color"`
	IsTranslator                   bool         `json:"is_translator"`
	IDStr                          string       `json:"id_str"`
	Entities                       UserEntities `json:"entities"`
	DefaultProfile                 bool         `json:"default_profile"`
	ContributorsEnabled            bool         `json:"contributors_enabled"`
	FavouritesCount                int          `json:"favourites_count"`
	URL                            *string      `json:"url"`
	ProfileImageURLHTTPS           string       `json:"profile_image_url_https"`
	UTCOffset                      int          `json:"utc_offset"`
	ID                             int64        `json:"id"`
	ProfileUseBackgroundImage      bool         `json:"profile_use_background_image"`
	ListedCount                    int          `json:"listed_count"`
	ProfileTextColor               string       `json:"profile_text_color"`
	Lang                           string       `json:"lang"`
	FollowersCount                 int          `json:"followers_count"`
	Protected                      bool         `json:"protected"`
	Notifications                  *bool        `json:"notifications"`
	ProfileBackgroundImageURLHTTPS string       `json:"profile_background_image_url_https"`
	ProfileBackgroundColor         string       `json:"profile_background_color"`
	Verified                       bool         `json:"verified"`
	GeoEnabled                     bool         `json:"geo_enabled"`
	TimeZone                       string       `json:"time_zone"`
	Description                    string       `json:"description"`
	DefaultProfileImage            bool         `json:"default_profile_image"`
	ProfileBackgroundImageURL      string       `json:"profile_background_image_url"`
	StatusesCount                  int          `json:"statuses_count"`
	FriendsCount                   int          `json:"friends_count"`
	Following                      *bool        `json:"following"`
	ShowAllInlineMedia             bool         `json:"show_all_inline_media"`
	ScreenName                     string       `json:"screen_name"`
}

// UserEntities holds what was found in a user's texts.
type UserEntities struct {
	URL         *URLList `json:"url,omitempty"`
	Description URLList  `json:"description"`
}

// URLList is a list of links.
type URLList struct {
	URLs []URL `json:"urls"`
}
